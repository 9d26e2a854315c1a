// The largest custom fields that a school lets one person have, found by asking: what is refused is halved.
import type { Attacker } from './attacker.ts'

/** Text of three bytes a character. */
const wide = (length: number) => '€'.repeat(length)

/** Definitions until there may be no more, at most this many. */
const maxDefinitions = 60
/** Below the megabyte that a request may have. */
const pieceBytes = 900_000

/** Bodies of changes that together give a person as much as the school takes. */
export async function largestFields(by: Attacker): Promise<object[]> {
  const names = await define(by)
  const { id } = await by.done('POST', '/api/v1/users', { body: { email: 'largest@school.example' } })
  const largest: Record<string, string[]> = {}
  let count = 100
  for (const name of names) {
    while (count > 0) {
      const value = { [name]: options.slice(0, count) }
      const status = await by.shoot('PATCH', `/api/v1/users/${id}`, { body: { custom_fields: value } })
      if (status < 300) Object.assign(largest, value)
      if (status < 300) break
      count = Math.floor(count / 2)
    }
  }
  return inPieces(largest)
}

const options = Array.from({ length: 100 }, (_, index) => `${index} ${wide(196)}`)

async function define(by: Attacker): Promise<string[]> {
  const names: string[] = []
  for (let number = 0; number < maxDefinitions; number++) {
    const name = `wide_${number}`
    const body = { name, label: wide(200), type: 'multi_choice', options }
    const { status } = await by.ask('POST', '/api/v1/custom-fields', { body })
    if (status < 300) names.push(name)
  }
  return names
}

function inPieces(fields: Record<string, string[]>): object[] {
  const pieces: Record<string, string[]>[] = []
  let remaining = 0
  for (const [name, value] of Object.entries(fields)) {
    const bytes = Buffer.byteLength(JSON.stringify(value))
    if (bytes > remaining) {
      pieces.push({})
      remaining = pieceBytes
    }
    pieces.at(-1)![name] = value
    remaining -= bytes
  }
  return pieces.map(custom_fields => ({ custom_fields }))
}
