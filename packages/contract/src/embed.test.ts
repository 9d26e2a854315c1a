import { playerOf } from './embed.ts'

const youtube = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'
test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', youtube],
  ['https://youtu.be/aqz-KE-bpKQ?si=x', youtube],
  ['https://m.youtube.com/watch?v=aqz-KE-bpKQ&t=90s', `${youtube}&start=90`],
  ['https://www.youtube.com/shorts/aqz-KE-bpKQ', youtube],
  ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ', youtube],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e'],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e',
  ],
])('%s is played at %s', (address, url) => {
  const player = playerOf(address)
  expect(player?.url).toBe(url)
  expect(url.startsWith(`${player?.origin}/`)).toBe(true)
})

test.each([
  'https://evil.example/watch?v=aqz-KE-bpKQ',
  'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'https://evil.example/#youtube.com/embed/aqz-KE-bpKQ',
  'https://youtube.com@evil.example/embed/aqz-KE-bpKQ',
  'javascript:alert(1)//youtube.com/embed/aqz-KE-bpKQ',
  'https://www.youtube.com/watch?v="><script>',
  'https://www.youtube.com/',
  'https://vimeo.com/channels/staffpicks',
  'not an address',
])('%s has no player', address => expect(playerOf(address)).toBeNull())
