// All scenes with their pictures, to search, to filter and to open.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Playground } from '../../playground.js'
import { allTags, cardOf, matches, type SceneCard, type Tag } from '../../session/scenes/scene-card.js'
import { loadText, type SceneEntry, scenes } from '../../session/scenes/scenes.js'
import { scene as chosen, galleryOpen } from '../../session/state.js'
import { SceneLoop, useWatching } from './scene-loop.js'

export function Gallery({ playground }: { playground: Playground }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = galleryOpen.value
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  const close = () => {
    galleryOpen.value = false
  }
  return (
    <dialog ref={dialog} class="gallery" aria-labelledby="gallery-title" onClose={close} data-testid="gallery">
      {/* Closed, it costs nothing: pictures are loaded when somebody looks. */}
      {isOpen && (
        <Cards
          onClose={close}
          onOpen={(scene) => {
            close()
            void playground.session.choose(scene)
          }}
        />
      )}
    </dialog>
  )
}

function Cards({ onOpen, onClose }: { onOpen(scene: SceneEntry): void; onClose(): void }) {
  const [search, setSearch] = useState('')
  const [tags, setTags] = useState<readonly Tag[]>([])
  const [cards, setCards] = useState<readonly SceneCard[]>([])
  // A scene that cannot be loaded has a card without words.
  useEffect(() => {
    void Promise.allSettled(scenes.map(loadText)).then(() => setCards(scenes.map(cardOf)))
  }, [])
  const shown = cards.filter((card) => matches(card, search) && tags.every((tag) => card.tags.includes(tag)))
  const toggle = (tag: Tag) => setTags(tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag])
  return (
    <>
      <header>
        <h2 id="gallery-title">Scenes</h2>
        <input
          type="search"
          placeholder="Search"
          aria-label="Search scenes"
          value={search}
          data-testid="gallery-search"
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <button type="button" onClick={onClose} data-testid="gallery-close">
          Close
        </button>
      </header>
      <div class="tags">
        {allTags.map((tag) => (
          <button key={tag} type="button" aria-pressed={tags.includes(tag)} onClick={() => toggle(tag)}>
            {tag}
          </button>
        ))}
        <span role="status" class="count" data-testid="gallery-count">
          {shown.length === cards.length ? `${cards.length} scenes` : `${shown.length} of ${cards.length} scenes`}
        </span>
      </div>
      <ul>
        {shown.map((card) => (
          <li key={card.scene.id}>
            <Card card={card} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {cards.length > 0 && shown.length === 0 && <p>No scene has all of this. Remove a word or a tag.</p>}
    </>
  )
}

function Card({ card, onOpen }: { card: SceneCard; onOpen(scene: SceneEntry): void }) {
  const { scene, picture, loop, sentence, solver, tags } = card
  const { isWatched, endsTouch, handlers } = useWatching(loop)
  return (
    <a
      class="scene-card"
      href={`?scene=${scene.id}`}
      aria-current={scene === chosen.value ? 'true' : undefined}
      data-testid={`card-${scene.id}`}
      {...handlers}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        if (!endsTouch()) onOpen(scene)
      }}
    >
      <span class="picture">
        {picture ? (
          <img src={picture} alt="" width={480} height={300} loading="lazy" decoding="async" />
        ) : (
          <span class="no-picture" aria-hidden="true" />
        )}
        {isWatched && loop !== undefined && <SceneLoop loop={loop} />}
      </span>
      <strong>{scene.title}</strong>
      {sentence && <span class="sentence">{sentence}</span>}
      <span class="facts">{[solver, ...tags].join(' · ')}</span>
    </a>
  )
}
