import { busUserNames, readBusUsers } from './bus-users.ts'

test('each has a password of its own, and nothing secret stands in the file', async () => {
  const users = [...(await readBusUsers()).matchAll(/user: "(\w+)"\s+password: (\S+)/g)]
  expect(users.map(([, name]) => name)).toEqual(busUserNames)
  expect(users.map(([, , password]) => password)).toEqual(
    busUserNames.map(name => `$${name.toUpperCase()}_NATS_PASSWORD`),
  )
})
