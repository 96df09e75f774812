import { createFileRoute } from '@tanstack/react-router'
import { type CreateState, createState } from '../lib/create-steps.ts'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { knownSession } from '../queries/session.ts'
import { postDraftQuery } from '../queries/writing.ts'
import { UploadScreen } from '../screens/upload/upload-screen.tsx'

export const Route = createFileRoute('/upload')({
  staticData: { middleware: ['auth'] },
  validateSearch: (search: CreateState) => search,
  loaderDeps: ({ search: { step, post } }) => ({ step, post }),
  loader: async ({ context: { queryClient }, deps }) => {
    const { step, post } = createState(deps)
    const isNewPost = step === 'post' && post === undefined
    const session = knownSession(queryClient)
    if (isNewPost && session.state === 'in' && session.profile.is_creator) {
      const mayPost = session.profile.acting_as?.permissions.can_social !== false
      // The screen says what could not be loaded.
      if (mayPost) await queryClient.fetchQuery({ ...postDraftQuery, staleTime: 0 }).catch(() => undefined)
    }
    return pageHead({ title: m.title_upload() })
  },
  head: loaderHead,
  component: Upload,
})

function Upload() {
  const { step = 'files', post, media } = createState(Route.useSearch())
  return <UploadScreen step={step} post={post} media={media?.split(',') ?? []} />
}
