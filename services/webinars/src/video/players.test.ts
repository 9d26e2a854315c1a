import { atSeconds, filmAt } from './players.ts'

test.each([
  ['https://youtu.be/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  ['https://www.youtube.com/live/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/event/4154130', 'https://vimeo.com/event/4154130/embed'],
  ['https://vimeo.com/event/4154130/0ad41a1f1c', 'https://vimeo.com/event/4154130/embed/0ad41a1f1c'],
  ['https://kinescope.io/201234567', 'https://kinescope.io/embed/201234567'],
  [
    'https://rutube.ru/video/670a0a324732fb991b08962272fade61/',
    'https://rutube.ru/play/embed/670a0a324732fb991b08962272fade61',
  ],
  [
    'https://rutube.ru/video/private/670a0a324732fb991b08962272fade61/?p=Ab-c_1',
    'https://rutube.ru/play/embed/670a0a324732fb991b08962272fade61?p=Ab-c_1',
  ],
  ['https://vk.com/video-100_200', 'https://vkvideo.ru/video_ext.php?oid=-100&id=200'],
])('%s plays in the room at %s', (address, url) => {
  expect(filmAt(address)).toEqual({ shows: 'player', url, origin: new URL(url).origin })
})

test('a file plays in the room by itself', () => {
  const url = 'https://video.example/colour.mp4?key=1'
  expect(filmAt(url)).toEqual({ shows: 'media', url, origin: 'https://video.example' })
})

test.each([
  'https://us02web.zoom.us/j/81234567890?pwd=x',
  'https://meet.google.com/abc-defg-hij',
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting',
  'https://meet.jit.si/Colour',
  'https://meet.example/colour',
  'ftp://video.example/colour.mp4',
  'https://rutube.ru/video/../../x',
  'https://vimeo.com.evil.example/event/4154130',
  'https://evil.example/?kinescope.io/embed/201234567',
])('%s opens in a tab of its own', address => expect(filmAt(address)).toBeNull())

test.each([
  ['https://youtu.be/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&start=90'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1#t=90'],
  ['https://kinescope.io/201234567', 'https://kinescope.io/embed/201234567?t=90'],
  ['https://video.example/colour.mp4', 'https://video.example/colour.mp4#t=90'],
])('%s is joined after 90 seconds at %s', (address, url) => {
  expect(atSeconds(filmAt(address)!, 90)).toBe(url)
  expect(atSeconds(filmAt(address)!, 0)).toBe(filmAt(address)!.url)
})
