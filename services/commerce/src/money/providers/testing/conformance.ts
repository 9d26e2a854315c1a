// The suite that every adapter of a payment provider passes: `conformance('stripe', …)` in the adapter's spec. It asks for
// the ways of the provider's test environment, and checks what the service relies on.
import { newId } from '@lms/contract'
import { type Failure, failureClasses } from '../../../objects/payment.object.ts'
import {
  type Adapter,
  type ChargeRequest,
  type ChargeSource,
  ForgedCallback,
  type ProviderSideRefund,
  type SetUpNotice,
  type SetUpOutcome,
} from '../adapter/adapter.ts'
import type { CallContext, Secrets } from '../adapter/call-context.ts'

export interface ProviderWorld {
  readonly secrets: Secrets
  readonly settings: CallContext['settings']
  /** A way to pay that succeeds at once, without the person's further doing; null where there is none. */
  readonly succeeds: ChargeSource | null
  /** Ways to pay that are declined, each with its class. */
  readonly declined: readonly (readonly [Failure['class'], ChargeSource])[]
  /** A way to pay whose outcome comes later: by a callback, by staff, or after the provider's page. */
  readonly later: ChargeSource
  /** How often the provider has moved money, charges and refunds; null if it moves none. */
  readonly moved: (() => number) | null
  /** Makes the next call meet a provider that is away; null if nothing is called. */
  readonly away: (() => void) | null
  /** A genuine callback that reports the success of this payment; null without callbacks. */
  readonly callback:
    | ((about: { payment_id: string; reference: string; now: Date }) => {
        body: Buffer
        headers: Record<string, string>
      })
    | null
  /** A genuine callback about a refund that somebody has made at the provider itself; null without such. */
  readonly refundedThere:
    | ((about: { payment_id: string; reference: string; amount: number; now: Date }) => {
        body: Buffer
        headers: Record<string, string>
      })
    | null
  /** How a card is saved without a charge, by what a person enters; null where no card can be saved. */
  readonly saving: {
    /** The entry of a card that is saved at once; null where the person enters it on the provider's page. */
    readonly succeeds: string | null
    /** Entries of cards that are declined. */
    readonly declined: readonly (readonly [Failure['class'], string])[]
    /** The entry of a card whose outcome comes later. */
    readonly later: string | null
    /** The person saves a card there by now; gives the genuine callback about it. */
    readonly saved: (about: { setup_id: string; reference: string; now: Date }) => {
      body: Buffer
      headers: Record<string, string>
    }
  } | null
  /** A genuine callback about an event that means nothing here. */
  readonly otherCallback?: (now: Date) => { body: Buffer; headers: Record<string, string> }
}

/** Declares the tests. `start` begins before all of them, `stop` ends after. */
export function conformance(
  adapter: Adapter,
  start: () => Promise<ProviderWorld>,
  stop: () => Promise<void> = async () => {},
): void {
  let world: ProviderWorld
  let calls = 0
  const now = new Date('2026-11-22T10:00:00Z')
  const context = (key = `job_${++calls}-0`, secrets = world.secrets): CallContext => ({
    secrets,
    key,
    signal: AbortSignal.timeout(10_000),
    settings: world.settings,
  })
  const requestFor = (source: ChargeSource, fields: Partial<ChargeRequest> = {}): ChargeRequest => ({
    payment_id: newId('pay'),
    amount: 4900,
    currency: 'EUR',
    description: 'Order 12',
    source,
    ...fields,
  })
  const moved = () => world.moved?.() ?? 0
  const paid = async () => {
    const request = requestFor(world.succeeds!)
    const outcome = await adapter.charge(request, context())
    if (outcome.status !== 'succeeded') throw new Error(`The charge is ${JSON.stringify(outcome)}.`)
    return { request, outcome, reference: outcome.reference }
  }
  const refundOf = (reference: string | null, amount: number) => ({
    refund_id: newId('ref'),
    payment_id: newId('pay'),
    reference,
    amount,
    currency: 'EUR',
  })

  describe(`the adapter ${adapter.kind}`, () => {
    beforeAll(async () => {
      world = await start()
    })
    afterAll(() => stop())

    test('takes its own secrets, and knows whether they move real money', () => {
      for (const name of adapter.needs) {
        expect(adapter.problemOf(name, world.secrets[name]!)).toBeNull()
        expect(adapter.problemOf(name, ' ')).toEqual(expect.any(String))
      }
      expect(['test', 'live']).toContain(adapter.modeOf(world.secrets))
    })

    test('a charge that succeeds has a reference, and happens once for its key', async () => {
      if (!world.succeeds) return expect(adapter.setUp).toBeUndefined()
      const request = requestFor(world.succeeds)
      const before = moved()
      const first = await adapter.charge(request, context('key-1'))
      expect(first).toMatchObject({
        status: 'succeeded',
        reference: expect.stringMatching(/^[\x21-\x7e]{1,200}$/),
      })
      expect(await adapter.charge(request, context('key-1'))).toEqual(first)
      expect(moved() - before).toBe(world.moved ? 1 : 0)
      const other = await adapter.charge(requestFor(world.succeeds), context('key-2'))
      expect(other).not.toMatchObject({ reference: first.reference })
      expect(moved() - before).toBe(world.moved ? 2 : 0)
    })

    test('a decline is an outcome with its class and words for staff, also when the call is repeated', async () => {
      for (const [of, source] of world.declined) {
        const request = requestFor(source)
        const before = moved()
        const first = await adapter.charge(request, context(`decline-${of}`))
        expect(first).toMatchObject({ status: 'failed', failure: { class: of } })
        expect(failureClasses).toContain(of)
        const { failure } = first as { failure: Failure }
        expect(failure.message).toMatch(/^.{1,500}$/s)
        for (const secret of Object.values(world.secrets)) expect(failure.message).not.toContain(secret)
        expect(await adapter.charge(request, context(`decline-${of}`))).toEqual(first)
        expect(moved()).toBe(before)
      }
    })

    test('an outcome that comes later is pending, and a repeated call gives the same page', async () => {
      const request = requestFor(world.later)
      const first = await adapter.charge(request, context('later'))
      expect(first.status).toBe('pending')
      expect(await adapter.charge(request, context('later'))).toEqual(first)
      if (adapter.page === 'redirect')
        expect(first).toMatchObject({ redirect_url: expect.stringMatching(/^https:\/\//) })
    })

    test.each([
      ['JPY', 500],
      ['EUR', 500],
      ['KWD', 5000],
    ])('amounts of %s are charged in its minor unit', async (currency, amount) => {
      const { status } = await adapter.charge(
        requestFor(world.succeeds ?? world.later, { currency, amount }),
        context(),
      )
      expect(status).toBe(world.succeeds ? 'succeeded' : 'pending')
    })

    test('refunds of parts happen once for their key', async () => {
      const reference = world.succeeds ? (await paid()).reference : null
      const [part, rest] = [refundOf(reference, 1900), refundOf(reference, 3000)]
      const before = moved()
      const first = await adapter.refund(part, context('part'))
      expect(first.status).not.toBe('failed')
      expect(await adapter.refund(part, context('part'))).toEqual(first)
      expect((await adapter.refund(rest, context('rest'))).status).not.toBe('failed')
      expect(moved() - before).toBe(world.moved ? 2 : 0)
    })

    test('a refund of an unknown charge is refused, and not repeated', async () => {
      if (!world.succeeds) return
      const refused = await adapter.refund(refundOf('nothing', 100), context())
      expect(refused).toMatchObject({ status: 'failed', failure: { message: expect.any(String) } })
    })

    test('without an answer the outcome is unknown: the call throws, and the repetition finds the outcome', async () => {
      if (!world.away || !world.succeeds) return
      const request = requestFor(world.succeeds)
      const before = moved()
      world.away()
      const thrown = await adapter.charge(request, context('away')).catch(error => error)
      expect(thrown).toBeInstanceOf(Error)
      for (const secret of Object.values(world.secrets)) expect(String(thrown.stack)).not.toContain(secret)
      expect(await adapter.charge(request, context('away'))).toMatchObject({ status: 'succeeded' })
      expect(moved() - before).toBe(1)
    })

    test('a charge can be looked up by its reference, and another one is not of this service', async () => {
      if (!adapter.lookUp || !world.succeeds) return
      const { request, reference } = await paid()
      const lookUpOutcome = await adapter.lookUp(reference, context())
      expect(lookUpOutcome).toMatchObject({
        of: 'charge',
        payment_id: request.payment_id,
        outcome: { status: 'succeeded', reference },
      })
      const page = requestFor(world.later)
      const pending = await adapter.charge(page, context())
      expect(await adapter.lookUp(pending.reference!, context())).toMatchObject({
        payment_id: page.payment_id,
        outcome: { status: 'pending' },
      })
      expect(await adapter.lookUp('nothing', context())).toBeNull()
    })

    describe('a card that is saved without a charge', () => {
      const entered = (choice: string | null) => ({
        setup_id: newId('cst'),
        currency: 'EUR',
        description: 'Order 12',
        choice,
        return_url: 'https://school.example/pay/token',
        done_url: null,
      })

      test('is saved once for its key, moves no money, and pays later charges', async () => {
        if (!world.saving) return expect(adapter.setUp).toBeUndefined()
        const { succeeds } = world.saving
        if (succeeds === null) return
        const request = entered(succeeds)
        const before = moved()
        const first = await adapter.setUp!(request, context('save-1'))
        expect(first).toMatchObject({
          status: 'succeeded',
          reference: expect.stringMatching(/^[\x21-\x7e]{1,200}$/),
          saved: { reference: expect.stringMatching(/^.{1,500}$/), last4: expect.stringMatching(/^\d{4}$/) },
        })
        expect(await adapter.setUp!(request, context('save-1'))).toEqual(first)
        expect(moved()).toBe(before)
        const { saved } = first as Extract<SetUpOutcome, { status: 'succeeded' }>
        const charged = requestFor({ kind: 'saved', reference: saved.reference })
        expect(await adapter.charge(charged, context())).toMatchObject({ status: 'succeeded' })
      })

      test('is declined with its class and words for staff, also when the call is repeated', async () => {
        for (const [of, choice] of world.saving?.declined ?? []) {
          const request = entered(choice)
          const first = await adapter.setUp!(request, context(`save-${of}`))
          expect(first).toMatchObject({
            status: 'failed',
            failure: { class: of, message: expect.any(String) },
          })
          expect(await adapter.setUp!(request, context(`save-${of}`))).toEqual(first)
        }
      })

      test('may come later: the call is pending, a repeated one gives the same page, and a callback or a look tells the card', async () => {
        if (!world.saving) return
        const request = entered(world.saving.later)
        const before = moved()
        const first = await adapter.setUp!(request, context('save-later'))
        expect(first.status).toBe('pending')
        expect(await adapter.setUp!(request, context('save-later'))).toEqual(first)
        const { setup_id } = request
        const callback = world.saving.saved({ setup_id, reference: first.reference!, now })
        const [setupNotice] = (await adapter.readCallback!({
          ...callback,
          secrets: world.secrets,
          now,
        })) as SetUpNotice[]
        expect(setupNotice).toMatchObject({ of: 'setup', setup_id })
        const finalNotice = setupNotice!.outcome
          ? setupNotice
          : await adapter.lookUp!(setupNotice!.reference, context())
        expect(finalNotice).toMatchObject({ of: 'setup', setup_id, outcome: { status: 'succeeded' } })
        if (adapter.lookUp)
          expect(await adapter.lookUp(first.reference!, context())).toMatchObject({
            of: 'setup',
            setup_id,
            outcome: { status: 'succeeded', saved: { last4: '4242' } },
          })
        expect(moved()).toBe(before)
        const { saved } = (finalNotice as SetUpNotice).outcome as Extract<
          SetUpOutcome,
          { status: 'succeeded' }
        >
        const charged = requestFor({ kind: 'saved', reference: saved.reference })
        expect((await adapter.charge(charged, context())).status).not.toBe('failed')
      })

      test('meets a provider that is away: the call throws, and is repeated', async () => {
        if (!world.saving || !world.away) return
        const request = entered(world.saving.later)
        world.away()
        const thrown = await adapter.setUp!(request, context('save-away')).catch(error => error)
        expect(thrown).toBeInstanceOf(Error)
        for (const secret of Object.values(world.secrets)) expect(String(thrown.stack)).not.toContain(secret)
        expect((await adapter.setUp!(request, context('save-away'))).status).toBe('pending')
      })
    })

    test('refused credentials are an outcome: the provider is unavailable', async () => {
      if (!world.away || !world.succeeds) return
      const secrets = { ...world.secrets, api_key: 'sk_test_revokedrevoked' }
      const refused = await adapter.charge(requestFor(world.succeeds), context('revoked', secrets))
      expect(refused).toMatchObject({ status: 'failed', failure: { class: 'unavailable' } })
      expect(JSON.stringify(refused)).not.toContain('revokedrevoked')
    })

    describe('a callback', () => {
      const about = () => ({ payment_id: newId('pay'), reference: 'reference-1', now })
      const read = (
        callback: { body: Buffer; headers: Record<string, string> },
        at = now,
        secrets = world.secrets,
      ) => adapter.readCallback!({ ...callback, secrets, now: at })

      test('that is genuine reports the success of the payment, also a second time', async () => {
        if (!world.callback) return expect(adapter.readCallback).toBeUndefined()
        const payment = about()
        const callback = world.callback(payment)
        const [notice] = await read(callback)
        expect(notice).toMatchObject({
          of: 'charge',
          payment_id: payment.payment_id,
          reference: payment.reference,
          outcome: { status: 'succeeded', reference: payment.reference },
        })
        expect(await read(callback)).toEqual([notice])
      })

      test('about a refund that was made at the provider names the payment, the amount, and the refund', async () => {
        if (!world.refundedThere) return
        const { payment_id, reference } = about()
        const callback = world.refundedThere({ payment_id, reference, amount: 1900, now })
        const [notice] = await read(callback)
        expect(notice).toMatchObject({
          of: 'refund',
          refund_id: null,
          reference: expect.stringMatching(/^[\x21-\x7e]{1,200}$/),
          outcome: { status: 'succeeded' },
          made_there: { payment_reference: reference, amount: 1900 },
        })
        expect([payment_id, null]).toContain(
          (notice as { made_there: ProviderSideRefund }).made_there.payment_id,
        )
        expect(await read(callback)).toEqual([notice])
      })

      test('about something else reports nothing', async () => {
        if (world.otherCallback) expect(await read(world.otherCallback(now))).toEqual([])
      })

      test('that is forged is refused: changed, unsigned, of another secret, or too old', async () => {
        if (!world.callback) return
        const callback = world.callback(about())
        const { body, headers } = callback
        const changed = Buffer.from(body)
        changed[changed.length - 2]! ^= 1
        const secrets = { ...world.secrets, webhook_secret: 'whsec_another_secret_of_others' }
        const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
        const upper = Object.fromEntries(Object.entries(headers).map(([name]) => [name, 'nonsense']))
        for (const forged of [
          () => read({ body: changed, headers }),
          () => read({ body: Buffer.concat([body, Buffer.from(' ')]), headers }),
          () => read({ body: Buffer.alloc(0), headers }),
          () => read({ body, headers: {} }),
          () => read({ body, headers: upper }),
          () => read(callback, now, secrets),
          () => read(callback, now, { ...world.secrets, webhook_secret: '' }),
          () => read(callback, minutes(6)),
        ])
          await expect(forged()).rejects.toBeInstanceOf(ForgedCallback)
        expect(await read(callback, minutes(4))).toHaveLength(1)
      })
    })
  })
}
