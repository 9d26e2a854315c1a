import { busUserNames, busUsersContent, busUsersFile, readBusUsers } from './bus-users.ts'

test('the users of the NATS server are as the services declare them', async () => {
  if ((await readBusUsers()) !== (await busUsersContent()))
    throw new Error(`Not as declared: ${busUsersFile}. Run npm run generate and keep what it writes.`)
})

test('each has a password of its own, and nothing secret stands in the file', async () => {
  const users = [...(await readBusUsers()).matchAll(/user: "(\w+)"\s+password: (\S+)/g)]
  expect(users.map(([, name]) => name)).toEqual(busUserNames)
  expect(users.map(([, , password]) => password)).toEqual(
    busUserNames.map(name => `$${name.toUpperCase()}_NATS_PASSWORD`),
  )
})
