/**
 * Returns the URL from which the browser loads an image on this site. Returns null for other images, which the
 * content security policy blocks.
 */
function sourceOf(src) {
  if (!URL.canParse(src, document.baseURI)) return null
  const { protocol, origin, href } = new URL(src, document.baseURI)
  return protocol === 'data:' || origin === location.origin ? href : null
}

/**
 * Shows an image. The `src` of an image block is the URL of the image object, which differs from the URL of the file.
 */
export function imageView({ attrs: { other } }) {
  const dom = document.createElement('span')
  dom.className = 'rich-image'
  const source = sourceOf(other.src)
  const caption = document.createElement('span')
  caption.textContent = other.alt || other.src
  dom.append(caption)
  if (source === null) return { dom }
  const image = document.createElement('img')
  image.alt = other.alt ?? ''
  image.addEventListener('load', () => caption.remove())
  image.addEventListener('error', () => {
    if (image.src === source && !source.includes('/@@') && !source.startsWith('data:'))
      image.src = `${source}/@@images/image`
    else image.remove()
  })
  image.src = source
  dom.prepend(image)
  return { dom }
}
