import { createFileRoute } from '@tanstack/react-router'
import { createState } from '../lib/create-steps.ts'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { UploadScreen } from '../screens/upload/upload-screen.tsx'

export const Route = createFileRoute('/upload')({
  staticData: { middleware: ['auth'] },
  validateSearch: createState,
  loader: () => pageHead({ title: m.title_upload() }),
  head: loaderHead,
  component: Upload,
})

function Upload() {
  const { step = 'files', post, media } = Route.useSearch()
  return <UploadScreen step={step} post={post} media={media?.split(',') ?? []} />
}
