// The stores of this service, and the words its handlers and reactions are written with.
import { houseOf, type StoresOf } from '@lms/service-host'
import { KeyStore } from './api-keys/key.store.ts'
import { ConsentStore } from './consents/consent.store.ts'
import { FieldStore } from './custom-fields/field.store.ts'
import { DataExportStore } from './data-exports/export.store.ts'
import { TagStore } from './tags/tag.store.ts'
import { UserStore } from './users/user.store.ts'

export const house = houseOf({
  users: UserStore,
  keys: KeyStore,
  fields: FieldStore,
  tags: TagStore,
  consents: ConsentStore,
  dataExports: DataExportStore,
})
export type Stores = StoresOf<typeof house.stores>
