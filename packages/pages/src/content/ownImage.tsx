import { safeSource } from '../reading/links.js'
import { SiteBase } from '../reading/siteBase.js'

interface OwnImageProps {
  readonly source: string
  readonly alt: string
  readonly class?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly loading?: 'lazy' | undefined
}

/** An image of this site; renders nothing for a URL of another site. */
export function OwnImage({ source, alt, ...attributes }: OwnImageProps) {
  return (
    <SiteBase.Consumer>
      {base => {
        const address = safeSource(source, base)
        return address === undefined ? null : <img src={address} alt={alt} {...attributes} />
      }}
    </SiteBase.Consumer>
  )
}
