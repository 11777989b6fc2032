import type { ImageSize } from '../../content/node/images.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { DomainError, message } from '../../foundation/messages.js'
import { withStockGroups } from '../../people/groups.js'
import { isManager, managerRole, managersBy } from '../../people/managers.js'
import { rolesOfUser } from '../../people/presentUser.js'
import type { PeopleChange, PeopleSnapshot, Portrait, User } from '../../people/userDirectory.js'
import { readUserEdit, type UserEdit, withEdit, withPassword } from '../../people/userInput.js'
import { assignableRoles, permission } from '../../security/permissions.js'
import { refuseTakenEmail } from '../people/emailLogins.js'
import { changePeople, isSelf, refuse, requireManagerRights, requireUser } from '../people/peopleAccess.js'
import type { Operation } from '../run/operation.js'
import { atRoot, hasPermission, isSiteRoot, type RequestContext } from '../run/requestContext.js'

/**
 * `PATCH /@users/{id}` changes a user (docs/content-and-access.md, Users, rules 5 to 7). Throws a DomainError
 * `not-found` if the user does not exist, `forbidden` if the caller may not make the change, and `invalid-user` if a
 * value is invalid.
 */
export const editUser: Operation<{ readonly id: string; readonly body: JsonObject }, null> = {
  ...atRoot,
  async run(context, { id, body }) {
    const manages = hasPermission(context, permission.manageUsers)
    if (!manages && !isSelf(context, id)) throw refuse(context, message('user.foreign'))
    const { roles: _, password: __, ...profile } = body
    const edit = readEdit(manages ? body : profile)
    const portrait = readPortrait(context, body.portrait)
    return { later: () => writeEdit(context, id, { edit, portrait }) }
  },
}

function readEdit(body: JsonObject): UserEdit {
  const result = readUserEdit(body, assignableRoles)
  if (result.ok) return result.edit
  throw new DomainError('invalid-user', result.reason)
}

interface UserUpdate {
  readonly edit: UserEdit
  readonly portrait: UploadedPortrait | null | undefined
}

async function writeEdit(context: RequestContext, id: string, { edit, portrait: upload }: UserUpdate): Promise<null> {
  const { hashPassword } = context.environment
  const portrait = upload ? await scaledPortrait(context, upload) : upload
  if (edit.profile.email !== undefined) await checkEmail(context, id, edit.profile.email)
  const passwordHash = edit.password ? await hashPassword(edit.password) : null
  return changePeople(context, [id], people => {
    const user = requireUser(context, people, id)
    const groups = withStockGroups(people.groups)
    const edited = withEdit(user, edit, rolesOfUser({ ...user, roles: [] }, groups))
    requireManagerRights(context, isManager(user, groups) || edited.roles.includes(managerRole))
    const next = passwordHash === null ? edited : withPassword(edited, passwordHash)
    return {
      users: [withPortrait(next, portrait)],
      ...(portrait === undefined ? {} : { portraits: new Map([[id, portrait]]) }),
      ...(isManager(user, groups) && !isManager(next, groups) ? { remaining: managersBy(groups) } : {}),
    }
  })
}

/** Throws if another user has the email address. An unchanged address is accepted, because forms always submit it. */
async function checkEmail({ environment }: RequestContext, id: string, email: string): Promise<void> {
  const user = await environment.users.user(id)
  if (user && user.email !== email) await refuseTakenEmail(environment, { id, email })
}

function withPortrait({ portrait: before, ...user }: User, portrait: Portrait | null | undefined): User {
  const digest = portrait === undefined ? before : portrait?.digest
  return digest === undefined ? user : { ...user, portrait: digest }
}

/**
 * `DELETE /@users/{id}` removes a user (docs/content-and-access.md, Users, rules 6 and 8). Throws a DomainError
 * `not-found` if the user does not exist, and `forbidden` if the rules for Managers do not allow the removal.
 */
export const removeUser: Operation<{ readonly id: string }, null> = {
  permission: permission.manageUsers,
  exists: isSiteRoot,
  run: async (context, { id }) => ({
    later: () => changePeople(context, [id], people => removal(context, people, id)),
  }),
}

function removal(context: RequestContext, people: PeopleSnapshot, id: string): PeopleChange {
  const user = requireUser(context, people, id)
  const groups = withStockGroups(people.groups)
  requireManagerRights(context, isManager(user, groups))
  return { removedUsers: [id], ...(isManager(user, groups) ? { remaining: managersBy(groups) } : {}) }
}

/** The maximum size of a portrait in bytes. The limit is low because portraits are loaded into memory completely. */
const maxBytes = 2 * 1024 * 1024

/**
 * The maximum number of pixels in a portrait. The limit protects the browsers of other users, which decode the image.
 */
const maxPixels = 50_000_000

/** The image formats that all browsers can display and that cannot contain scripts. */
const kinds = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

interface UploadedPortrait extends Portrait {
  readonly size: ImageSize | null
}

/**
 * Reads the portrait in a request body. Null removes the portrait. If the value is undefined or the URL from a payload,
 * the portrait remains unchanged. Throws a DomainError `invalid-user` if the portrait is invalid
 * (docs/content-and-access.md, Users, rule 7).
 */
function readPortrait(context: RequestContext, input: JsonValue | undefined): UploadedPortrait | null | undefined {
  if (input === undefined || typeof input === 'string') return undefined
  if (input === null) return null
  if (!isJsonObject(input) || typeof input.data !== 'string') throw invalid('field.file-expected')
  if ((input.encoding ?? 'base64') !== 'base64') throw invalid('field.encoding')
  const upload = context.uploads?.get(input.data) ?? context.environment.readUpload(input.data)
  if (!upload) throw invalid('field.encoding')
  const { bytes, digest, image } = upload
  if (!image || !kinds.includes(image.contentType)) throw invalid('field.image')
  if (bytes.length > maxBytes)
    throw new DomainError('invalid-user', message('field.file-too-large', { limit: maxBytes }))
  if (image.width * image.height > maxPixels)
    throw new DomainError('invalid-user', message('field.image-pixels', { limit: maxPixels / 1_000_000 }))
  const size = input.scale === true ? sizeOfPortrait(image) : null
  return { digest, contentType: image.contentType, bytes, size }
}

const [largestWidth, largestHeight] = [75, 100]

/**
 * Returns the size of a portrait after it has been cropped to the aspect ratio 3:4 and scaled down to at most 75 x 100
 * pixels, as in Plone.
 */
function sizeOfPortrait({ width, height }: ImageSize): ImageSize {
  const croppedWidth = Math.min(width, (height * largestWidth) / largestHeight)
  const factor = Math.min(1, largestWidth / croppedWidth)
  const pixels = (length: number): number => Math.max(1, Math.round(length * factor))
  return { width: pixels(croppedWidth), height: pixels((croppedWidth * largestHeight) / largestWidth) }
}

/**
 * Returns the scaled portrait, or the unchanged portrait if it cannot be scaled. Throws a DomainError `busy` if too
 * many images are queued.
 */
async function scaledPortrait(
  { environment, task }: RequestContext,
  { size, ...portrait }: UploadedPortrait,
): Promise<Portrait> {
  if (!size) return portrait
  const { digest, contentType } = portrait
  const address = task.address()
  const image = { digest, contentType, ...size, isCropped: true, address, read: async () => portrait.bytes }
  const bytes = await environment.scaleImage?.(image)
  return bytes ? { digest: `${digest}-${size.width}-${size.height}`, contentType, bytes } : portrait
}

const invalid = (id: 'field.file-expected' | 'field.encoding' | 'field.image'): DomainError =>
  new DomainError('invalid-user', message(id))
