import { idPattern, present, readSearch } from './read-search.ts'

export const createSteps = ['files', 'post', 'drafts', 'archived'] as const
export type CreateStep = (typeof createSteps)[number]

/** What the address of the create page says: the step, the post that is changed, the media that a new one begins with. */
export type CreateState = { step?: CreateStep; post?: string; media?: string }

export function createState(raw: Record<string, unknown>): CreateState {
  const { text, id, oneOf } = readSearch(raw)
  const step = oneOf('step', ...createSteps.filter((it) => it !== 'files'))
  if (step !== 'post') return present({ step })
  const media = text('media', 1000)
    ?.split(',')
    .filter((it) => idPattern.test(it))
    .slice(0, 20)
    .join(',')
  return present({ step, post: id('post'), media: media || undefined })
}
