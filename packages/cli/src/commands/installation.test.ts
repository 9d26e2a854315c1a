import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readSecretsFolder, writeSecretsFolder } from '../secrets-folder.ts'
import { serviceNames } from '../services.ts'
import { installationEnvironment } from './installation.ts'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

/** The parts of the Compose file: name and text of each container. */
const composeBlocks = (): [string, string][] => {
  const containers = read('docker-compose.yml').split(/^services:$/m)[1]!
  return [...containers.matchAll(/^ {2}([a-z]+):\n((?: {4}.*\n|\n| {2}#.*\n)+)/gm)].map(([, name, text]) => [
    name!,
    text!,
  ])
}
const filesOfAnchor = (anchor: string) => {
  const [text] = new RegExp(`^x-${anchor}:[\\s\\S]*?\n\n`, 'm').exec(read('docker-compose.yml'))!
  return [...text.matchAll(/\/run\/secrets\/([a-z-]+)/g)].map(([, name]) => name!)
}

describe('the secrets of an installation', () => {
  test('each is printed, and each service has its own', async () => {
    const printed = await installationEnvironment()
    for (const [name, value] of Object.entries(printed)) {
      expect(`${name} ${value}`).toMatch(/^\S+ .{10,}$/)
      expect(value).not.toMatch(/['\n]/)
    }
    const signing = Object.entries(printed).filter(([name]) => name.endsWith('_SIGNING_KEY'))
    expect(new Set(signing.map(([, value]) => value)).size).toBe(serviceNames.length + 1)
  })

  test('the folder has each file that the Compose file names, and what is there is kept', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'lms-installation-')), 'secrets')
    const environment = await installationEnvironment()
    await writeSecretsFolder(folder, environment)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const [, text] of composeBlocks()) {
      const [, program] = /deploy\/secrets\}\/([a-z]+)"/.exec(text) ?? []
      const secretNames = [...text.matchAll(/\/run\/secrets\/([a-z-]+)/g)].map(([, name]) => name!)
      const anchors = [...text.matchAll(/\*(environment|service)\b/g)].map(([, name]) => name!)
      for (const name of [...secretNames, ...anchors.flatMap(anchor => filesOfAnchor(anchor))])
        expect(readFileSync(join(folder, program!, name), 'utf8').length).toBeGreaterThan(10)
    }
    const { LMS_TRUSTED_KEYS, USERS_SIGNING_KEY, POSTGRES_PASSWORD } = environment
    rmSync(join(folder, 'crm'), { recursive: true })
    const again = await installationEnvironment(await readSecretsFolder(folder))
    expect(again).toMatchObject({ USERS_SIGNING_KEY, POSTGRES_PASSWORD })
    expect(JSON.parse(again.LMS_TRUSTED_KEYS!).users).toBe(JSON.parse(LMS_TRUSTED_KEYS!).users)
    expect(again.CRM_SIGNING_KEY).toMatch(/PRIVATE KEY/)
    rmSync(dirname(folder), { recursive: true })
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

  test('a program gets the folder of its own secrets, and no other one', () => {
    const mounted = composeBlocks().flatMap(([name, text]) =>
      [...text.matchAll(/deploy\/secrets\}\/([a-z]+)/g)].map(([, folder]) => [name, folder]),
    )
    const programs = ['postgres', 'nats', 'prometheus', 'exporter', 'migrate', ...serviceNames, 'gateway']
    expect(mounted).toEqual(programs.map(name => [name, name]))
    expect(read('docker-compose.yml')).not.toMatch(/(PASSWORD|_KEYS?|TOKEN): \$\{[A-Z_]+(\}|:\?)/)
  })
})
