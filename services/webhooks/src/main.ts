import { setFlagsFromString } from 'node:v8'
import { main } from '@lms/service-host'
import { webhooksService } from './service.ts'

// V8 lets a heap grow by a tenth until the next major collection. Two events of 1 MB are enough for that, and each
// collection takes the sends 20 to 55 ms.
if (import.meta.main) {
  setFlagsFromString('--heap-growing-percent=150')
  await main(webhooksService)
}
