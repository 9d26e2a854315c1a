import type { TransportKind } from '../addresses/kinds.ts'
import { email } from './email.ts'
import { httpProvider } from './http-provider.ts'
import { inApp } from './in-app.ts'
import { telegram } from './telegram.ts'
import type { Transport } from './transport.ts'

export const transports: Readonly<Record<TransportKind, Transport>> = {
  email,
  telegram,
  sms: httpProvider('sms'),
  push: httpProvider('push'),
  in_app: inApp,
}
