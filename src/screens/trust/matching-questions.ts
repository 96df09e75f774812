import { folded } from '../../lib/folded.ts'
import type { TrustBlock, TrustSection } from './trust-text.ts'

/** The questions that hold every word of the search in their title or answer, whatever its case and accents. */
export function matchingQuestions(questions: readonly TrustSection[], search: string): readonly TrustSection[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  return questions.filter(({ title, body }) => {
    const text = plain([title, ...body.map(blockText)].join(' '))
    return words.every((word) => text.includes(word))
  })
}

const blockText = (block: TrustBlock): string =>
  typeof block === 'string' ? block : 'list' in block ? block.list.join(' ') : ''

const plain = (text: string): string => folded(text).replaceAll('’', "'")
