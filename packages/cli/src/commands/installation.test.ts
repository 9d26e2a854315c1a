import { readFileSync } from 'node:fs'
import { serviceNames } from '../services.ts'
import { installationEnvironment } from './installation.ts'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

describe('the secrets of an installation', () => {
  test('all variables of the Compose file are printed, and each service has its own', async () => {
    const printed = await installationEnvironment()
    const needed = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)(?:\}|:\?)/g)].map(
      match => match[1]!,
    )
    expect(needed.length).toBeGreaterThan(10)
    for (const name of needed) expect(printed).toHaveProperty(name)
    for (const [name, value] of Object.entries(printed)) {
      expect(`${name} ${value}`).toMatch(/^\S+ .{10,}$/)
      expect(value).not.toMatch(/['\n]/)
    }
    const signing = Object.entries(printed).filter(([name]) => name.endsWith('_SIGNING_KEY'))
    expect(new Set(signing.map(([, value]) => value)).size).toBe(serviceNames.length + 1)
  })

  test('the example names the same variables', async () => {
    const named = [...read('deploy/env.example').matchAll(/^([A-Z_]+)=$/gm)].map(match => match[1])
    expect(named.sort()).toEqual(Object.keys(await installationEnvironment()).sort())
  })

  test('the Compose file runs every service', () => {
    const compose = read('docker-compose.yml')
    for (const name of serviceNames) {
      expect(compose).toContain(`command: [services/${name}/src/main.ts]`)
      expect(compose).toContain(`"${name}":"http://${name}:8000"`)
    }
  })

  test('each call creates other values', async () => {
    const [one, two] = [await installationEnvironment(), await installationEnvironment()]
    for (const [name, value] of Object.entries(one)) expect(two[name]).not.toBe(value)
  })

  test('values of an earlier installation are kept, and missing ones added', async () => {
    const fresh = await installationEnvironment()
    const { USERS_SIGNING_KEY, USERS_SECRET_KEYS, SITE_NATS_PASSWORD, ...earlier } = fresh
    const grown = await installationEnvironment({ ...earlier, LMS_SITE_PORT: '80' })
    expect(grown).toMatchObject({ ...earlier, LMS_TRUSTED_KEYS: grown.LMS_TRUSTED_KEYS, LMS_SITE_PORT: '80' })
    expect(grown).toMatchObject({ USERS_SECRET_KEYS, SITE_NATS_PASSWORD })
    expect(grown.USERS_SIGNING_KEY).not.toBe(USERS_SIGNING_KEY)
    const { users, ...trusted } = JSON.parse(fresh.LMS_TRUSTED_KEYS!)
    expect(JSON.parse(grown.LMS_TRUSTED_KEYS!)).toEqual({
      ...trusted,
      users: expect.not.stringContaining(users),
    })
  })

  test('a service gets its own secrets, and no other service’s', async () => {
    const blocks = Object.fromEntries(
      [...read('docker-compose.yml').matchAll(/^ {2}([a-z]+):\n((?: {4}.*\n|\n)+)/gm)].map(
        ([, name, block]) => [name!, [...block!.matchAll(/\$\{([A-Z_]+)/g)].map(([, variable]) => variable!)],
      ),
    )
    const secrets = Object.keys(await installationEnvironment())
    for (const name of ['gateway', ...serviceNames]) {
      const own = `${name.toUpperCase()}_`
      const shared = name === 'gateway' ? ['LMS_OPERATOR_TOKEN'] : []
      const given = blocks[name]!.filter(variable => secrets.includes(variable) && !shared.includes(variable))
      expect(given).toEqual(given.filter(variable => variable.startsWith(own)))
      expect(given).toContain(`${own}NATS_PASSWORD`)
    }
    expect(blocks.migrate).toContain('LMS_SECRET_KEYS')
  })
})
