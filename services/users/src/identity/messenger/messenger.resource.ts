import { builder } from '../../builder.ts'
import { MessengerEntity, sealedMessengers, UsedSignatureEntity } from './messenger.entity.ts'
import { messengerInternalHandlers } from './messenger.handlers.ts'

export const messengerResource = builder.resource({
  handlers: [messengerInternalHandlers],
  entities: [MessengerEntity, UsedSignatureEntity],
  sealed: [sealedMessengers],
  restored: () => ['the messenger’s bot, if the school had one (lms school messenger)'],
})
