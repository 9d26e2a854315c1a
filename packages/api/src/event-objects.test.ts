// Checks the objects of events by their declarations: each fits into its envelope, and each free text declares whether
// it describes a person.
import { maxEventBytes, personalPaths, withoutPersonal } from '@lms/contract'
import { z } from 'zod'
import { emittedEvents } from './events.ts'

type Schema = Record<string, any>
const schemaOf = (object: z.ZodType) => z.toJSONSchema(object, { unrepresentable: 'any' }) as Schema
const cases = emittedEvents.map(({ event }) => [event.type, event] as const)

/** Lists whose items have a common maximum over the whole object, by a rule: the path of the item, and the maximum. */
const together: Readonly<Record<string, number>> = { 'items.*.contents.*': 130 }
/** Bytes of a character in the largest alphabets. Control characters need more bytes, but are refused. */
const characterBytes = 3
/** Length of a pattern without a maximum of its own: ids, currencies, times. */
const patternBytes = 45

/** The maximum bytes of a value as JSON; adds the path of each place without a bound to `open`. */
function bytesOf(schema: Schema, path: readonly string[], open: string[]): number {
  const pathText = path.join('.')
  if (schema.anyOf) return Math.max(...schema.anyOf.map((one: Schema) => bytesOf(one, path, open)))
  if (schema['x-max-bytes']) return schema['x-max-bytes']
  if (schema.enum) return Math.max(...schema.enum.map((one: unknown) => JSON.stringify(one).length))
  if (schema.const !== undefined) return JSON.stringify(schema.const).length
  if (schema.type === 'string') {
    if (schema.maxLength) return schema.maxLength * characterBytes + 2
    const repeats = /(?<!\\)[*+]|\{\d+,\}/.test(schema.pattern ?? '*')
    if (repeats) open.push(pathText)
    return patternBytes
  }
  if (schema.type === 'array') {
    const inside = [...path, '*']
    const sharedMaximum = together[inside.join('.')]
    if (sharedMaximum === undefined && !schema.maxItems) open.push(pathText)
    const item = bytesOf(schema.items, inside, open) + 1
    // The items have a common maximum over the whole object, so they count once, at the outermost list.
    return sharedMaximum === undefined
      ? (schema.maxItems ?? 0) * item
      : (sharedMaximum * item) / outerItems(path)
  }
  if (schema.type === 'object') {
    if (typeof schema.additionalProperties === 'object') open.push(pathText)
    const fields = Object.entries<Schema>(schema.properties ?? {})
    return fields.reduce((sum, [name, one]) => sum + name.length + 4 + bytesOf(one, [...path, name], open), 2)
  }
  return 30
}
const maxItems = 100
const outerItems = (path: readonly string[]) => maxItems ** path.filter(name => name === '*').length

test.each(cases)('every object of %s fits into its envelope', (_, { object }) => {
  const open: string[] = []
  const bytes = bytesOf(schemaOf(object), [], open)
  expect(open).toEqual([])
  expect(bytes).toBeLessThan(maxEventBytes - 2000)
})

const ofCertificates = ['number', 'course_title', 'school_name']
/** Free texts that describe no person: names of the school's own things, or texts of the system. */
const impersonal: Readonly<Record<string, readonly string[]>> = {
  // What an action writes is the same for all its people.
  'system.bulk_action_finished': ['field', 'value'],
  'course.certificate_issued': ofCertificates,
  'course.certificate_revoked': ofCertificates,
  'system.scenario_published': ['name'],
  'message.clicked': ['url'],
  'user.tag_added': ['name'],
  'user.tag_removed': ['name'],
  'user.consent_changed': ['text_version'],
  'order.checkout_abandoned': ['promo_code'],
  'user.form_submitted': ['answers.*.key', 'unmapped.*.key', 'consents.*.key', 'consents.*.text'],
  'system.page_published': ['title', 'description'],
  'system.import_finished': ['consent.text_version'],
  'message.campaign_finished': ['name'],
  'system.export_finished': ['fields.*', 'expand.*', 'time_zone', 'warnings.*'],
  'system.agent_confirmation_requested': [
    'operation',
    'action',
    'impact.money.currency',
    'impact.objects.*.id',
    'path',
    'hash',
    'result.reason',
    'result.object_id',
  ],
  'system.webhook_failed': [
    'event_type',
    'request_id',
    'url',
    'events.*',
    'description',
    'fields.*',
    'filter',
    'header_names.*',
  ],
}
const ofOrders = [
  'items.*.name',
  'items.*.contents.*.resource_id',
  'items.*.contents.*.name',
  'taxes.*.name',
  'discount.code',
  'agreements.*.version',
  'agreements.*.url',
]
const ofPayments = ['provider_reference', 'failure.message', 'time_zone']
const ofReceipts = [
  'language',
  'lines.*.name',
  'lines.*.tax.name',
  'seller.name',
  'seller.tax_id',
  'fiscal.number',
  'fiscal.sign',
  'fiscal.url',
]
const ofPeople = ['time_zone']
/** Authors are named for the readers of a course, as its title is. */
const ofCourses = [
  'title',
  'description',
  'authors.*',
  'time_zone',
  'building.problems.*',
  'grade_categories.*.title',
]
/** The words of a rubric, which are about every answer. */
const ofHomework = ['criteria.*.title', 'criteria.*.level.title']
/** A reason of an opening names a lesson, tag or offer. */
const ofLessons = ['title', 'description', 'reasons.*.ref']
/** The kind of what the platform tells by itself. */
const ofMessages = ['notification']
/** The host is named for the participants, as the title of a webinar is. */
const ofWebinars = ['host', 'join_url', 'url']
const isImpersonal = (type: string, path: string) =>
  impersonal[type]?.includes(path) ||
  (type.startsWith('message.') && ofMessages.includes(path)) ||
  (type.startsWith('webinar.') && ofWebinars.includes(path)) ||
  (type.startsWith('order.') && ofOrders.includes(path)) ||
  (type.startsWith('payment.') && ofPayments.includes(path)) ||
  (type.startsWith('payment.receipt_') && ofReceipts.includes(path)) ||
  (type.startsWith('user.') && ofPeople.includes(path)) ||
  (type.startsWith('course.') && ofCourses.includes(path)) ||
  (type.startsWith('lesson.') && ofLessons.includes(path)) ||
  (type.startsWith('submission.') && ofHomework.includes(path))

function freeTexts(schema: Schema, path: readonly string[] = []): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one: Schema) => freeTexts(one, path))
  if (schema.type === 'array') return freeTexts(schema.items, [...path, '*'])
  if (schema.type === 'object' && typeof schema.additionalProperties !== 'object')
    return Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, one]) =>
      freeTexts(one, [...path, name]),
    )
  const isFree =
    schema.type === 'string' && !schema.pattern && !schema.format && !schema.enum && !schema.const
  return isFree || schema.type === 'object' || schema.type === undefined ? [path.join('.')] : []
}

/** Whether an erasure blanks the field because of its name. */
const goesByName = (path: string) => {
  const name = path.split('.').findLast(part => part !== '*')!
  return JSON.stringify(withoutPersonal({ [name]: 'x' }, {})) !== JSON.stringify({ [name]: 'x' })
}

test.each(cases)('every free text of %s declares whether it describes a person', (type, { object }) => {
  const declared = personalPaths(object)
  const free = [...new Set(freeTexts(schemaOf(object)))]
  const undecided = free.filter(
    path => !declared.includes(path) && !goesByName(path) && !isImpersonal(type, path),
  )
  // Declare the text with personal(…) in its contract, or add it to the list of texts about nobody.
  expect(undecided).toEqual([])
})
