export const createSteps = ['files', 'post', 'drafts', 'archived'] as const
export type CreateStep = (typeof createSteps)[number]

/** What the address of the create page says: the step, the post that is changed, the media that a new one begins with. */
export function createState({ step, post, media }: Record<string, unknown>): {
  step?: CreateStep
  post?: string
  media?: string
} {
  const known = createSteps.find((it) => it === step && it !== 'files')
  return {
    step: known,
    post: known === 'post' && typeof post === 'string' && isId(post) ? post : undefined,
    media:
      known === 'post' && typeof media === 'string'
        ? media.split(',').filter(isId).slice(0, 20).join(',') || undefined
        : undefined,
  }
}

const isId = (text: string): boolean => /^[0-9a-f-]{36}$/i.test(text)
