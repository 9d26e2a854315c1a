// Every service's contract, in the order in which the documentation lists the areas.
import { commerceContract } from '@lms/commerce/contract'
import { serviceContract } from '@lms/service/contract'
import { siteContract } from '@lms/site/contract'
import { usersContract } from '@lms/users/contract'
import { webhooksContract } from '@lms/webhooks/contract'

export const contracts = [
  usersContract,
  commerceContract,
  siteContract,
  serviceContract,
  webhooksContract,
] as const
