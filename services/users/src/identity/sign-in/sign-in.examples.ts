// Signed data of the messenger for tests.
import type { Examples } from '@lms/testing/examples'
import { messengerId, miniAppData, widgetFields } from '@lms/testing/messenger'

export const examples: Examples = {
  'auth.messenger': () => ({ body: widgetFields({ id: messengerId() }) }),
  'auth.miniApp': () => ({ body: { initData: miniAppData({ id: messengerId() }) } }),
}
