import { channelOf } from './channel.ts'

test.each([
  [{ source: 'Google' }, { source: 'google', medium: '', campaign: '' }],
  [
    { source: ' google ', medium: 'CPC' },
    { source: 'google', medium: 'cpc', campaign: '' },
  ],
  [
    { source: 'Яндекс', campaign: 'Осень   2026' },
    { source: 'яндекс', medium: '', campaign: 'осень 2026' },
  ],
  [
    { source: 'mail', campaign: 'to ann@school.org' },
    { source: 'mail', medium: '', campaign: '' },
  ],
  [{}, { source: '', medium: '', campaign: '' }],
])('%j is %j', (words, channel) => expect(channelOf(words)).toEqual(channel))
