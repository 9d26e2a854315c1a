import { documentOf } from './design.rules.ts'
import type { Box, Design } from './design-schema.ts'
import { sample } from './sample.ts'

const text = (text: string): Box => ({
  ...{ kind: 'text', x: 0, y: 0, width: 100, height: 20 },
  ...{ text, size: 12, bold: false, align: 'left', colour: '#1a1a1a' },
})
const design: Design = {
  page: { size: 'A4', orientation: 'landscape' },
  language: 'en',
  background_file_id: null,
  boxes: [text('{{issued_on}}'), text('{{completed_on}}')],
}

test.each([
  ['UTC', 'March 2, 2026'],
  ['Asia/Tokyo', 'March 3, 2026'],
  ['America/New_York', 'March 2, 2026'],
])('days of a certificate are those of the course in %s', (zone, day) => {
  const data = { ...sample('2026-03-02T23:30:00.000+00:00'), zone }
  const { boxes } = documentOf(design, data, new Map())
  expect(boxes.map(box => ('text' in box ? box.text : ''))).toEqual([day, day])
})
