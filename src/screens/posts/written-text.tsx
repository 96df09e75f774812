import { Suspense } from 'react'
import { lazilyAtTouch } from '../../ui/lazily.ts'

/** What a person wrote in a post or a comment; names, tags and addresses in it are links. */
export function WrittenText({ text, className }: { text: string; className: string }) {
  const plain = <p className={className}>{text}</p>
  if (!/[@#]|https?:/i.test(text)) return plain
  return (
    <Suspense fallback={plain}>
      <LinkedText withNames text={text} className={className} />
    </Suspense>
  )
}

const LinkedText = lazilyAtTouch(async () => (await import('../chat/linked-text.tsx')).LinkedText)
