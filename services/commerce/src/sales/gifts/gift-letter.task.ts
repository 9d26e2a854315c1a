// Letters about gifts that an order has bought: to its buyer once it is paid, and to the receiver on the day that the
// buyer has chosen.
import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

const payload = z.object({ order_id: id('ord') })
/** The services that it asks may be away for hours. */
const patient = { attempts: 40, deadline: 18 }

export const tellBuyer = task('tell-buyer-of-gifts', { payload, ...patient })

// It counts in no budget until it is due.
export const sendGifts = task('send-gifts', { payload, ...patient, counted: false })
