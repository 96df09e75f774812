import { ok } from 'node:assert'

/** What the ids of bystanders begin with, and what the ids and texts begin with that are private of them. */
export const bystanderMark = 'fb57a0d'
const privateMark = `${bystanderMark}e`
export const privateText = `${privateMark} is private`
/** When something of theirs ends or is forgotten, which no test reaches. */
export const far = new Date('2200-01-01')

let made = 0
export const privateId = () => `${privateMark}-0000-7000-8000-${String(++made).padStart(12, '0')}`

/** Fails the test in which a path answers what is private of a bystander, unless staff have asked. */
export async function expectNothingPrivate(path: string, answer: Response): Promise<void> {
  if (path.startsWith('/api/staff/') || answer.headers.get('content-type')?.includes('json') !== true) return
  const text = await answer.clone().text()
  ok(!text.includes(privateMark), `an answer has what is private of a bystander: ${text.slice(0, 500)}`)
}
