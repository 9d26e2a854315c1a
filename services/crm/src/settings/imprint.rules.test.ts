import { CrmSettings } from './crm-settings.ts'
import { checkImprint, imprintOf } from './imprint.rules.ts'

const bare = CrmSettings.parse({})
const addressed = CrmSettings.parse({ email: { postal_address: '1 Main St\n\n Springfield ' } })
const unfit = expect.objectContaining({
  refusal: expect.objectContaining({ reason: 'postal_address_missing' }),
})

test.each([
  ['news', ['email'], bare, 'US', true],
  ['news', ['in_app', 'email'], bare, 'DE', true],
  ['news', ['in_app'], bare, 'US', false],
  ['study', ['email'], bare, 'US', false],
  ['news', ['email'], addressed, 'US', false],
  ['news', ['email'], bare, 'BR', false],
  ['news', ['email'], bare, null, false],
] as const)('a mailing about %s by %s: refused %#', (topic, transports, settings, country, isRefused) => {
  const check = () => checkImprint({ topic, transports }, settings, country)
  if (isRefused) expect(check).toThrow(unfit)
  else expect(check).not.toThrow()
})

test('name and address stand under what people can switch off', () => {
  expect(imprintOf(false, addressed, 'School')).toEqual(['School', '1 Main St', 'Springfield'])
  expect(imprintOf(true, addressed, 'School')).toBeNull()
  expect(imprintOf(false, bare, 'School')).toBeNull()
})
