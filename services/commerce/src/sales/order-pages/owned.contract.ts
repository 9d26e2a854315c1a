// Why what a person has already is not given once more without a word.
import { refuse } from '@lms/contract'

export const ownedRefusals = refuse({
  already_owned: {
    status: 409,
    when: 'the person has some of what the offer gives',
    message: 'The person has some of what the offer gives. See details.',
  },
})
