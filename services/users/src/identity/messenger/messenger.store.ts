import { type RowOf, Store, table, type UnitOfWork } from '@lms/service-host'
import { messengerRefusals } from './messenger.contract.ts'
import { MessengerEntity, UsedSignatureEntity } from './messenger.entity.ts'

export type MessengerRow = RowOf<typeof MessengerEntity>
type UsedSignatureRow = RowOf<typeof UsedSignatureEntity>

const messengers = table(MessengerEntity)
const usedSignatures = table(UsedSignatureEntity, {
  conflicts: { used_signatures_pkey: messengerRefusals.signature_used },
})

export class MessengerStore extends Store<MessengerRow> {
  constructor(work: UnitOfWork) {
    super(work, messengers)
  }

  /** Sets the school's bot. */
  set({ bot_id, bot_token }: Pick<MessengerRow, 'bot_id' | 'bot_token'>): void {
    this.work.write(
      `insert into "users"."messengers" (school_id, id, bot_id, bot_token, updated_at)
       values ($1, 'messenger', $2, $3, $4)
       on conflict (school_id, id) do update
       set bot_id = excluded.bot_id, bot_token = excluded.bot_token, updated_at = excluded.updated_at`,
      [this.work.school, bot_id, bot_token, this.work.now],
    )
  }

  removeMessenger(): void {
    this.work.write(`delete from "users"."messengers" where school_id = $1`, [this.work.school])
  }
}

export class SignatureStore extends Store<UsedSignatureRow> {
  constructor(work: UnitOfWork) {
    super(work, usedSignatures)
  }

  /** Marks the signature as used; a second use is refused with signature_used at the commit. */
  use(signature: string, expires_at: string): void {
    this.insert({ id: signature, expires_at })
  }
}
