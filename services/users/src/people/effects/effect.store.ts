import { keyedResults } from '@lms/service-host'
import { type EffectResult, effectsKeptDays, maxEffects } from './effect.contract.ts'

const results = keyedResults<EffectResult>('users', 'effects', {
  keptDays: effectsKeptDays,
  most: maxEffects,
})
export const EffectEntity = results.entity

export class EffectStore extends results.store {}
