import { busUserNames, readBusUsers } from './bus-users.ts'

test('each has a password of its own, and the file contains no secret', async () => {
  const users = [...(await readBusUsers()).matchAll(/user: "(\w+)"\s+password: (\S+)/g)]
  expect(users.map(([, name]) => name)).toEqual(busUserNames)
  expect(users.map(([, , password]) => password)).toEqual(
    busUserNames.map(name => `$${name.toUpperCase()}_NATS_PASSWORD`),
  )
})
