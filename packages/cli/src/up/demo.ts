// The demo school: created once, and filled through the public API, so that its events, audit records and figures are
// real.
import { createClient, type LmsClient } from '@lms/api'
import { ApiError } from '@lms/contract'
import { limitNames, type School } from '../operator/answers.ts'
import { Operator } from '../operator/operator.ts'
import { seedSchool } from './demo-seed.ts'
import { readJson, writeJson } from './files.ts'

export interface DemoSchool {
  school_id: string
  api_key: string
  /** Whether all its people, offers and orders exist. */
  filled: boolean
}

export interface Addresses {
  site: string
  operator: string
}

const domains = ['localhost', 'demo.localhost']
/** During the filling, the school's own limits do not apply. */
const wide = Object.fromEntries(limitNames.map(name => [name, 100_000]))
const usual = Object.fromEntries(limitNames.map(name => [name, null]))

/** The demo school with a valid owner's key, created if necessary. The file stores its key. */
export async function ensureDemoSchool(
  path: string,
  addresses: Addresses,
  operatorToken: string,
): Promise<DemoSchool> {
  const operator = new Operator(addresses.operator, operatorToken)
  const stored = await readJson<DemoSchool>(path)
  const school = (await findSchool(operator, stored)) ?? (await createSchool(operator))
  const current = stored?.school_id === school.id ? stored : null
  const api_key =
    current && (await works(addresses.site, current.api_key))
      ? current.api_key
      : await newKey(operator, school)
  // Nothing can be added to a suspended school.
  const filled = current?.filled || school.status === 'suspended'
  const demo: DemoSchool = { school_id: school.id, api_key, filled }
  if (api_key !== current?.api_key) await writeJson(path, { ...demo, filled: current?.filled ?? false })
  return demo
}

/** Fills the school if it is not full; returns a line about what was added. */
export async function fillDemoSchool(
  demo: DemoSchool,
  path: string,
  addresses: Addresses,
  operatorToken: string,
): Promise<string> {
  if (demo.filled) return ''
  const operator = new Operator(addresses.operator, operatorToken)
  await operator.changeSchool(demo.school_id, { limits: wide })
  const counts = await seedSchool(clientOf(addresses.site, demo.api_key), `${addresses.site}/api`)
  await operator.changeSchool(demo.school_id, { limits: usual })
  await writeJson(path, { ...demo, filled: true })
  return counts
}

const clientOf = (site: string, apiKey: string): LmsClient => createClient({ baseUrl: `${site}/api`, apiKey })

async function findSchool(operator: Operator, stored: DemoSchool | null): Promise<School | null> {
  if (stored) {
    const match = await operator.school(stored.school_id).catch(ifMissing)
    if (match) return match
  }
  const schools = await operator.schools()
  return schools.find(school => school.domains.includes(domains[0]!)) ?? null
}

function ifMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

const createSchool = (operator: Operator) => operator.createSchool({ name: 'Demo school', domains })

async function newKey(operator: Operator, school: School): Promise<string> {
  const key = { name: 'Owner of the demo school', role: 'owner', kind: 'integration', scope: ['*'] }
  return (await operator.issueKey(school.id, key)).api_key
}

/** Whether the key is one of the school. A suspended school answers 403 to its own keys. */
async function works(site: string, apiKey: string): Promise<boolean> {
  try {
    await clientOf(site, apiKey).me.get()
    return true
  } catch (error) {
    if (error instanceof ApiError) return error.status !== 401
    throw error
  }
}
