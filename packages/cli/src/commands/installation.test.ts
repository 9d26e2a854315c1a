import { readFileSync } from 'node:fs'
import { serviceNames } from '../services.ts'
import { freshEnvironment } from './installation.ts'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

describe('the keys of an installation', () => {
  test('all that the compose file needs is printed, and each service has its own', async () => {
    const printed = await freshEnvironment()
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
    expect(named.sort()).toEqual(Object.keys(await freshEnvironment()).sort())
  })

  test('the compose file runs every service', () => {
    const compose = read('docker-compose.yml')
    for (const name of serviceNames) {
      expect(compose).toContain(`command: [services/${name}/src/main.ts]`)
      expect(compose).toContain(`"${name}":"http://${name}:8000"`)
    }
  })

  test('each time they are others', async () => {
    const [one, two] = [await freshEnvironment(), await freshEnvironment()]
    for (const [name, value] of Object.entries(one)) expect(two[name]).not.toBe(value)
  })
})
