import { englishBlockers } from './englishBlockers.js'
import { englishForms } from './englishForms.js'
import { englishFrame } from './englishFrame.js'
import { englishMails } from './englishMails.js'
import { englishPages } from './englishPages.js'
import { englishPeople } from './englishPeople.js'
import { englishPeoplePages } from './englishPeoplePages.js'
import { englishProgramme } from './englishProgramme.js'
import { englishVotes } from './englishVotes.js'
import { englishWebhooks } from './englishWebhooks.js'
import { englishWorkflows } from './englishWorkflows.js'

/** The English message catalog. Catalogs in other languages use the same ids. */
export const english = {
  'access.denied': 'You are not authorized to access this resource.',
  'access.credentials': 'Wrong username or password.',
  'alias.items':
    'Aliases are sent as items: one alias, or a list of aliases or of objects with a path. At most {limit} are allowed.',
  'alias.path':
    'The alias {path} is not allowed: an alias starts with a slash, contains no ? or #, and none of its segments starts with @.',
  'alias.reserved':
    'The alias {path} is reserved: one of its segments is the name of an endpoint or of a front-end page.',
  'alias.taken': 'The path {path} is already in use.',
  'alias.target-missing': 'There is no content at {target} to which the alias could redirect.',
  'alias.target-required': 'Each alias needs a target in redirect-to: a path on this site or an http or https URL.',
  'behavior.no-workflows':
    'These behaviors do not contribute workflows: {names}. Behaviors that contribute workflows: {possible}.',
  'body.encoding':
    'The encoding {encoding} is not supported: send the request body uncompressed, or compressed with gzip or deflate.',
  'body.media-type': 'The request body must be sent as application/json or a type that ends with +json, not as {type}.',
  'body.malformed': 'The request body must be a JSON object.',
  'body.no-room': 'The service is receiving too many large request bodies. Please try again in a moment.',
  'body.no-type': 'The request body needs a Content-Type header: application/json.',
  'body.shape': 'The request body does not have the expected form. In terms of JSON Schema: {problems}.',
  'body.small-chunks':
    'The chunks of the request body are too small: after {chunks} chunks, they must average at least {bytes} bytes.',
  'body.too-large':
    'The request body is too large: at most {limit} bytes are allowed, or more only if it contains a file.',
  'body.too-slow':
    'The request body arrived too slowly: send at least {rate} bytes per second, and never pause for {seconds} seconds.',
  'busy.waiting': 'Too many requests are waiting; at most {limit} may wait. Please try again in a moment.',
  'busy.unfinished': 'The server is too busy to finish this request. Please try again in a moment.',
  'changes.expired':
    'The changes since then are no longer available. Read the site again, and continue with the changes after "restart".',
  'changes.since': 'The parameter "since" must be the value "next" of an earlier response, or "restart" of an error.',
  'commit.conflict':
    'Other requests kept changing the same content at the same time; nothing was written. Please try again.',
  'content.missing': 'There is no content at this address.',
  'content.moved': 'This content has moved to another address.',
  'copy.into-itself': '{path} cannot be moved into itself.',
  'copy.source':
    'The content to copy or move is named in source: a URL, a path or a UID, or a list of them. At most {limit} are allowed.',
  'copy.too-much': 'This is too much to copy at once: at most {limit} objects are allowed.',
  'csv.boolean': '{value} is neither True nor False.',
  'csv.columns': 'The first line of the file must name its columns. It lacks: {columns}.',
  'csv.date': '{value} is not a date such as 2027-03-01 09:30 or 2027/03/01 09:30:00 GMT+1.',
  'csv.file': 'Send exactly one CSV file, as the part file of multipart/form-data or as a body of the type text/csv.',
  'csv.malformed': 'The file is not valid CSV: line {line} cannot be read. Double each quotation mark inside a value.',
  'csv.mails':
    'At most {limit} users in a file may choose a password by email (sendPasswordReset). Split the file, and send the parts one after the other.',
  'csv.passwords':
    'A file may contain at most {limit} passwords. Omit the others and set sendPasswordReset to True: these users choose a password by email.',
  'csv.rows': 'Line {line} cannot be imported: {problem} Rows with problems: {count}. Nothing was imported.',
  'csv.running': 'Another file of users is being imported. Please try again in a moment.',
  'csv.too-long':
    'The result is too large for one CSV file: at most {limit} rows are allowed. Select fewer rows with the parameters of the query.',
  'csv.too-many': 'The file has too many rows: at most {limit} are allowed.',
  'csv.utf8': 'The file is not encoded as UTF-8. Save it as CSV in UTF-8.',
  'dates.end-before-start': 'The end must not be before the start.',
  'default-page.unknown': 'There is no item {id} here that can be the default page.',
  'desk.day': 'The day must be a date such as 2027-06-17, not {day}.',
  'desk.minutes': 'The duration must be a whole number of minutes from 0 to {most}, not {minutes}.',
  'desk.part': 'The part of the day must be a positive whole number, not {part}.',
  'desk.revision': 'This form is invalid for this session or this user. Open the programme desk again.',
  'desk.room': 'The room must be the UID of a room of this event, not {room}.',
  'desk.time': 'The time must be a time of day such as 09:30, not {time}.',
  'docs.missing':
    'The viewer for the OpenAPI document does not contain this page or file. GET /@openapi returns the document.',
  'recurrence.too-long': 'A recurrence has at most {maximum} characters.',
  'recurrence.too-many-dates': 'A recurrence has at most {maximum} dates in RDATE, and as many in EXDATE.',
  'recurrence.rules': 'A recurrence has one RRULE. Further dates are listed in RDATE.',
  'recurrence.frequency': 'FREQ of a recurrence is DAILY, WEEKLY, MONTHLY or YEARLY.',
  'recurrence.part':
    '"{part}" in the recurrence is not valid. A valid recurrence is, for example, RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=10.',
  'dates.expires-before-effective': 'The expiration date must not be before the publishing date.',
  'event.no-room': 'This event has no room {room}. The vocabulary of its rooms lists their UIDs.',
  'event.too-long': 'An event may last at most {days} days.',
  'field.address-scheme': 'A URL must not start with {scheme}, because a browser would run the rest of it as code.',
  'field.boolean-expected': 'This must be true or false.',
  'field.color': 'This must be a color such as #0083be.',
  'field.column': '{column}: {problem}',
  'field.email': 'This is not an email address.',
  'field.encoding': 'The data of a file must be sent in base64.',
  'field.file-expected': 'A file is sent as an object with data, encoding ("base64"), filename and content-type.',
  'field.file-too-large': 'The file is too large: at most {limit} bytes are allowed.',
  'field.html-address': 'The URL in the attribute {name} is too long: at most {limit} characters are allowed.',
  'field.html-too-deep': 'The elements of this HTML are nested too deeply: at most {limit} levels are allowed.',
  'field.html-unended':
    'This HTML has too many SVG and MathML elements without an end tag: at most {limit} are allowed.',
  'field.image': 'This is not an image in a supported format.',
  'field.integer-expected': 'This must be a whole number.',
  'field.invalid-date': 'Invalid date: {value}. A date is sent as 2027-03-01T09:00:00+00:00.',
  'field.line-break': 'This must be a single line.',
  'field.link-address':
    'This is neither a URL nor a path on the site. A URL must start with http://, https://, mailto: or tel:.',
  'field.links-expected': 'Links are sent as a list of objects with @id (a URL or a path on the site) and title.',
  'field.list-expected': 'This must be a list.',
  'field.list-of-text-expected': 'This must be a list of strings.',
  'field.no-file': 'This field does not contain a file.',
  'field.not-ascii': 'Only ASCII characters are allowed here, without leading or trailing spaces.',
  'field.not-in-vocabulary': '{value} is not one of the allowed values.',
  'field.null': 'This is required and cannot be set to null.',
  'field.object-expected': 'This must be an object.',
  'field.option-description': 'An option needs a description that is not empty.',
  'field.option-expected':
    'An option is sent as an object with a description and, if it already has one, its option_id.',
  'field.option-id': 'An option_id must be a whole number, 0 or more; leave it out for a new option.',
  'field.option-ids': 'Option ids, including those assigned to new options, must not exceed {limit}.',
  'field.option-key': 'An option consists of a description and an option_id, without {key}.',
  'field.reference-expected': 'This must identify content by its UID, path or URL.',
  'field.required': 'Required input is missing.',
  'field.rich-text-expected':
    'Rich text is sent as a string, or as an object with data and the content-type text/html.',
  'field.row': 'Row {row}: {problem}',
  'field.row-id-required': 'The row needs an id.',
  'field.text-expected': 'This must be a string.',
  'field.token-expected': 'This must be a single token of the vocabulary.',
  'field.too-deep': 'This is nested too deeply: at most {limit} levels are allowed.',
  'field.too-large': 'This must be at most {limit}.',
  'field.too-long': 'This is too long: at most {limit} characters are allowed.',
  'field.too-many-entries': 'Too many entries: at most {limit} are allowed.',
  'field.too-many-rows': 'Too many rows: at most {limit} are allowed.',
  'field.too-small': 'This must be at least {limit}.',
  'field.unresolved': 'There is no content at {reference} that you may link to.',
  'field.uri': 'This is not a valid URL. A URL must start with http://, https://, mailto: or tel:.',
  'field.wrong-target': 'This must refer to content of type {types}.',
  'fields.invalid': '{count} of the values are invalid.',
  'file.beyond': 'The requested range lies outside the file ({size} bytes).',
  'file.missing': 'There is no file in the field {field}.',
  'file.replaced': 'The file in the field {field} has been replaced and has a new URL.',
  'form.long-login': 'The username of this account is too long to log in through the pages.',
  'form.malformed':
    'The form cannot be read: it is not form-encoded, it is incomplete, or it contains more than 1,000 fields or 100 files.',
  'form.media-type':
    'A form must be sent as application/x-www-form-urlencoded or, with files, as multipart/form-data, not as {type}.',
  'form.passwords-differ': 'The two passwords differ. Enter the new password twice.',
  'form.repeated': 'The form contains the field {name} more than once.',
  'form.token':
    'This form has expired, or your browser does not accept cookies. Open the page again and resubmit the form.',
  'id.characters':
    'The short name "{id}" is not allowed: it contains characters that are not allowed in paths, or starts with @, + or _.',
  'id.empty': 'The short name is empty.',
  'id.exhausted': 'There is already too much content named {id} here. Please choose another short name.',
  'id.invisible':
    'The short name "{id}" contains invisible characters, or characters that change the writing direction; please remove them.',
  'id.reserved': 'The short name "{id}" is reserved.',
  'id.taken': 'The short name "{id}" is already in use here.',
  'id.too-long': 'The short name "{id}…" is too long: at most 255 characters are allowed.',
  'import.event-required': 'This site has several events: specify the event for the import.',
  'import.foreign': 'The session with the guid {guid} already belongs to other content: {path}.',
  'import.not-empty': 'The site already contains content: use a merge to import into it.',
  'import.no-event': 'There is no content at {path} to import into.',
  'import.not-an-event': 'The content at {path} is not an event.',
  'import.long-text':
    'The text of a programme can have at most {limit} MB here. Enter the URL of the file instead, or use the command `plenum import schedule`.',
  'import.not-text': 'The file is not UTF-8 text.',
  'import.one-source': 'Enter a URL, choose a file or paste the text of a file, but not several of them.',
  'import.unavailable': 'This site cannot import programmes in the browser.',
  'import.other-event':
    'The event here is "{event}" ({dates}) and has sessions that were not imported: {count}, such as {path}. The file has "{title}" ({fileDates}). To give this event the title, the dates and the time zone of the file, tick this option in the form, or use --replace-event in the command.',
  'import.text': '{problem} It is the text of {name}.',
  'internal.error':
    'Something went wrong on our side. The operators of this site can find the details under the id {id}.',
  'json.too-deep': 'The JSON is nested too deeply: at most {limit} levels are allowed.',
  'language.default': "The site's default language, {language}, must be one of the available languages.",
  'language.tag': 'This must be a language tag, such as de or pt-BR.',
  'language.tags': 'This must be a list of language tags, such as de or pt-BR.',
  'layout.malformed': 'The layout must be the name of a view.',
  'links.uids': 'The parameter uids must identify content by UID; at most {limit} are allowed.',
  'lock.held': '{name} is editing {path}; it cannot be moved or deleted until the lock is released.',
  'lock.stealable': 'The property stealable must be true or false.',
  'lock.timeout': 'The timeout of a lock must be a whole number of seconds from 1 to {limit}.',
  'lock.token': '{name} is editing this content. To change it, send the lock token in the Lock-Token header.',
  ...englishBlockers,
  ...englishForms,
  ...englishProgramme,
  ...englishFrame,
  ...englishMails,
  ...englishPages,
  ...englishPeople,
  ...englishPeoplePages,
  'notice.cancel': 'The plan was cancelled.',
  ...englishVotes,
  ...englishWebhooks,
  ...englishWorkflows,
  'notice.forgot':
    'If this user exists and has an email address, an email with a link to set a new password is on its way.',
  'notice.invalidate': 'The cached values were removed.',
  'notice.login': 'You are logged in.',
  'notice.logout': 'You are logged out.',
  'notice.move': 'The state has changed.',
  'notice.move-slot': 'The session was moved.',
  'notice.release': 'The schedule was released.',
  'notice.password': 'Your new password is set. You can now log in.',
  'notice.plan': 'The transition is planned.',
  'notice.revert': 'The earlier version is current again.',
  'notice.vote': 'Your vote was counted.',
  'operation.missing': 'The content at {path} does not support this.',
  'memoize.body':
    'The body must be an empty object, to invalidate the values of all functions, or an object with the single property function: the name of a function.',
  'memoize.store-unavailable':
    'The shared cache cannot be reached. This process has dropped its own values, but others may still use older ones; please repeat the request.',
  'memoize.not-recorded':
    'The invalidation cannot be recorded in the database, so cached responses may still be outdated; please repeat the request.',
  'order.malformed':
    'An order is sent as obj_id, delta ("top", "bottom" or a number) and, optionally, subset_ids (a list).',
  'order.mismatch': 'The order has changed in the meantime: subset_ids does not match the current order.',
  'order.too-long': 'subset_ids contains too many ids: at most {limit} are allowed.',
  'order.unknown': 'subset_ids contains ids of content that is not here.',
  'origin.foreign':
    'Pages from {origin} may not change this site. Only its own pages and the origins in CORS_ORIGINS may.',
  'plan.date': 'A transition is planned for a date such as 2027-03-01T09:00:00+00:00, not for {value}.',
  'plan.dry-run': 'A dry run shows the changes that a transition would make now; it accepts no at.',
  'plan.failed':
    'A condition or a subscriber of the workflow failed with an error; the log of the service contains it.',
  'plan.far': 'A transition can be planned until {last}, ten years ahead, not for {at}.',
  'plan.hidden': 'The user {user} may no longer view the object.',
  'plan.immediate': 'A planned transition cannot have {keys}; send only at and comment.',
  'plan.limit': 'The object already has {limit} plans. Cancel one of them first.',
  'plan.missing': 'The object has no plan with the id {id}.',
  'plan.past':
    'The date {at} has passed: it is now {now}. Choose a later date, or leave out at to run the transition now.',
  'plan.paused': 'The property paused must be true or false.',
  'plan.values': 'A transition that needs a value cannot be planned. This transition needs: {keys}.',
  'plan.user-missing': 'The transition runs for the user {user}, who does not exist.',
  'poll.closes-before-opening': 'A poll must close after it opens: close_date must be later than open_date.',
  'poll.import-faults': 'The polls were not imported; nothing was written.',
  'poll.unknown': 'There is no poll with this UID or at this path (@id).',
  'poll.votes-form':
    'Votes are an object with counts (a whole number for each option id) and voters (a list of unique ids).',
  'poll.same-id': 'Two options have the same option_id; each needs its own, or none if it is new.',
  'poll.too-few-options': 'A poll needs at least two options.',
  'poll.too-many-choices': 'max_choices must not exceed the number of options.',
  'principals.search': 'The parameter search is missing: send part of the name of a user or group.',
  'query.boolean': 'The parameter {name} must be true or false, not {value}.',
  'query.characters': 'The search strings of a query may contain at most {limit} characters in total.',
  'query.date': 'The parameter {name} must be a date such as 2027-03-01, not {value}.',
  'query.only':
    'The parameter only must be a list of at most {limit} different session numbers, such as 12,1305419896.',
  'query.depth': 'The depth of a path must be a number of levels or -1, not {value}.',
  'query.integer': 'The parameter {name} must be a whole number.',
  'query.number': 'The parameter {name} must be a whole number, 0 or more.',
  'query.object': 'The parameter {name} must be a JSON object.',
  'query.unknown': 'The parameter {name} is not known here. Known parameters: {known}.',
  'query.dry-run': 'The parameter dry_run must be 1 or true.',
  'query.sorts': 'A search can be sorted by at most {limit} indexes.',
  'query.values': 'The parameter {name} has no values. Send them as {name} or {name}.query.',
  'query.words':
    'A text query may contain at most {limit} words in total; a prefix (word*) is counted as {prefix} words.',
  'querystring.dates': 'The operator date.between needs a list of two dates.',
  'querystring.malformed':
    'A query is a list of rows, each an object with i (the name of an index), o (an operator) and, if the operator needs one, v (a value).',
  'querystring.missing': 'The query is missing: send at least one row.',
  'querystring.operator': 'There is no operator {operator}.',
  'querystring.too-long': 'A query may have at most {rows} rows with at most {values} values each.',
  'request.host': 'The Host header is malformed.',
  'request.hosts': 'The request has several Host headers; it must have exactly one.',
  'request.malformed': 'The URL is not percent-encoded UTF-8, or contains too many parameters.',
  'request.too-long': 'The URL is too long: at most {limit} bytes are allowed.',
  'reset.malformed':
    'A password is set with new_password and either old_password or reset_token; all of them are strings.',
  'reset.no-mail': 'This site does not send email. Please ask its administrator for a new password.',
  'reset.old-password': 'The old password is wrong.',
  'reset.token':
    'This token is not valid: it has been used, has expired, or belongs to another user. Please request a new one.',
  'restore.incomplete':
    'The backup contains a part ({kind}) of {name} that does not follow the object itself; nothing was restored.',
  'restore.not-empty': 'There is already a site here. A backup can only be restored into an empty database.',
  'restore.type': 'The backup contains content of the unknown type {type}; nothing was restored.',
  'results.full': 'Too many pages are following results right now. Please try again later.',
  'release.comment': 'The comment of a release must be a text of at most {limit} characters.',
  'release.missing': 'There is no release {release}. GET @schedule-releases lists the releases.',
  'release.name': 'A release needs a name of 1 to {limit} characters, such as {"name": "1.0"}.',
  'release.taken': 'There is already a release named {name}. Choose another name.',
  'release.too-many': 'An event can have at most {limit} releases.',
  'results.hidden': 'The results of this poll are not visible at the moment.',
  'revision.other':
    'This content is at revision {revision}, not at the one that you expected; nothing was written. Please read it again and repeat the change.',
  'sharing.denied': 'You may not grant roles to others here.',
  'sharing.entries': 'Entries are sent as a list; at most {limit} are allowed.',
  'sharing.entry':
    'Entry {number} must have an id and roles: an object that maps role names to true or false. Its type may be "user" or "group".',
  'sharing.inherit': 'The property inherit must be true or false.',
  'sharing.lock-out': 'This would remove your own right to share this content.',
  'site.missing': 'The site has not been created yet.',
  'site.not-deletable': 'The site itself cannot be deleted.',
  'sort.malformed': 'A sort is sent as on (the name of an index) and order ("ascending", "descending" or "reverse").',
  'state.or': '{one} // {other}',
  'state.of-workflow': '{workflow}: {state}',
  'state.with-id': '{state} [{id}]',
  'store.kept-unread':
    'The change was saved, but the result cannot be read at the moment. Please check it before you try again.',
  'store.locked':
    'Another process has kept the database locked for more than {seconds} seconds; nothing was written. Please try again.',
  'store.writers': 'Earlier changes took more than {seconds} seconds; nothing was written. Please try again.',
  'store.other-schema':
    'Nothing was written: the database has schema version {found}, but this process expects version {known}. Changes will be possible again when every process runs the same version of the program. Please try again in {seconds} seconds.',
  'store.outcome-unknown':
    'The connection to the database was lost while the change was being saved. Please check whether it was saved before you try again.',
  'store.slow':
    'The request took too long in the database and was stopped; nothing was written. Please try again, or narrow the request.',
  'store.too-long': 'A path or a name is too long for the database.',
  'store.unreadable': 'The data cannot be read at the moment. Please try again in {seconds} seconds.',
  'store.unwritable':
    'The data cannot be written at the moment; nothing was written. Please try again in {seconds} seconds.',
  'type.no-field': 'The type {type} has no field {field}.',
  'type.not-allowed': 'You cannot add {type} here.',
  'type.not-here': 'Content of the type {type} cannot be added here.',
  'type.required': "The property '@type' is required.",
  'type.unknown': 'There is no content type named {type}.',
  'uid.malformed': 'A UID consists of 32 lowercase hexadecimal digits.',
  'uid.not-allowed': 'Choosing the UID requires the permission to manage the site.',
  'uid.taken': 'The UID {uid} is already in use.',
  'version.malformed': 'A version is identified by its number: 0, 1, 2 and so on.',
  'version.missing': 'This content has no version {version}.',
  'version.reverted': '{title} has been reverted to revision {version}.',
  'vocabulary.filters': 'Terms can be filtered by title or by token, not by both.',
  'vocabulary.missing': 'There is no vocabulary named {name}.',
  'worklist.unknown': 'There is no worklist named {name}. The existing worklists are: {known}.',
  'zone.unknown': 'There is no time zone named {zone}.',
} as const
