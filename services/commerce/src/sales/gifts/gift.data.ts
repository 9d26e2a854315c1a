// The personal data of gifts.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { Gift } from './gift.contract.ts'

const stored = Gift.omit({ code: true })
const accounts = 'the law requires the records to be kept'
const store = ({ gifts }: Stores) => gifts

export const giftsOfPerson = builder.personalData({
  what: 'gifts that they bought',
  on_merge: 'they become gifts of the person who stays',
  needs: 'gifts:write',
  erased: 'comments, messages, to whom they were to go',
  kept: 'values, states, times',
  why: accounts,
  ...rowsOfPerson(store, 'gifts.user_id', stored),
  move: async ({ from, into, erased }, _, { gifts }) => {
    if (erased) gifts.blankOf(from)
    gifts.moveTo('user_id', from, into)
  },
  erase: async (userId, _, { gifts }) => gifts.blankOf(userId),
})

export const redeemedGiftsOfPerson = builder.personalData({
  what: 'gifts that they redeemed',
  on_merge: 'they count as redeemed by the person who stays',
  needs: 'gifts:write',
  erased: 'comments, messages, to whom they were to go',
  kept: 'values, states, times',
  why: accounts,
  ...rowsOfPerson(store, 'gifts.redeemer_user_id', stored),
  move: async ({ from, into, erased }, _, { gifts }) => {
    if (erased) gifts.blankOf(from)
    gifts.moveTo('redeemer_user_id', from, into)
  },
  erase: async (userId, _, { gifts }) => gifts.blankOf(userId),
})
