import { z } from 'zod'

interface Def<A, B> extends z.core.$ZodUnionDef {
  options: readonly [A & z.core.$ZodType, B & z.core.$ZodType]
  isOther(value: unknown): boolean
}

const OneForm = z.core.$constructor<z.ZodUnion, Def<unknown, unknown>>('OneForm', (inst, def) => {
  z.ZodUnion.init(inst, def)
  const [usual, other] = def.options
  inst._zod.parse = (payload, ctx) => (def.isOther(payload.value) ? other : usual)._zod.run(payload, ctx)
})

/**
 * A value of the usual form, or of the other one, which has any of these fields. What is wrong with it is said of that form
 * alone. A union of zod tries each form and words the faults of each, also where only the first faults of a body are shown.
 */
export const oneForm = <A extends z.ZodObject, B extends z.ZodObject>(
  usual: A,
  other: B,
  fields: readonly (keyof B['shape'] & string)[],
): z.ZodUnion<[A, B]> =>
  new OneForm({
    type: 'union',
    options: [usual, other],
    isOther: value =>
      typeof value === 'object' && value !== null && fields.some(name => Object.hasOwn(value, name)),
  }) as unknown as z.ZodUnion<[A, B]>
