import { Guides } from '@lms/api'
import { isSent } from './dockerfile.ts'

test('the image has every page of the documentation, and no picture of it', async () => {
  const files = [...(await new Guides().files()).values()]
  expect(files.length).toBeGreaterThan(150)
  expect(files.filter(file => !isSent(file))).toEqual([])
  expect(isSent('docs/pictures/school.png')).toBe(false)
  expect(isSent('test/image/documentation.test.ts')).toBe(false)
})
