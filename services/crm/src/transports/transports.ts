import type { TransportKind } from '../addresses/kinds.ts'
import { email } from './email.ts'
import { inApp } from './in-app.ts'
import type { Transport } from './transport.ts'

export const transports: Readonly<Record<TransportKind, Transport>> = { email, in_app: inApp }
