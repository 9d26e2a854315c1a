import { builder } from '../builder.ts'
import { messagesOfPerson } from './message.data.ts'

/** Its operations are those of the dispatch, which knows what a message says. */
export const messageResource = builder.resource({ personalData: [messagesOfPerson] })
