// By what the texts of a row are read, and what is wrong with them.
import type { CustomField } from '../custom-fields/field.contract.ts'
import type { DayOrder } from './day.ts'

/** What is wrong with a value, or with the whole row. */
export interface RowFault {
  readonly field: string | null
  readonly message: string
}
/** By what the texts of a row are read. */
export interface Reading {
  readonly fields: ReadonlyMap<string, CustomField>
  /** Where phones without a country code are dialed. */
  readonly country: string | null
  readonly order: DayOrder
  readonly zone: string
}
