import { keyedResults } from '@lms/service-host'
import { type EffectResult, effectsKeptDays, mostEffects } from './effect.contract.ts'

const results = keyedResults<EffectResult>('users', 'effects', {
  keptDays: effectsKeptDays,
  most: mostEffects,
})
export const EffectEntity = results.entity

export class EffectStore extends results.store {}
