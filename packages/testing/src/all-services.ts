// Every service as a value, for tests that start them all.
import { commerceService } from '@lms/commerce/service'
import { serviceService } from '@lms/service/service'
import type { Service } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'

export const allServices: readonly Service[] = [
  usersService,
  commerceService,
  siteService,
  webhooksService,
  serviceService,
]
