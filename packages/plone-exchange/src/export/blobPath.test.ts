import { safeFileName } from './objectFile.js'

describe('the name of a file in an export', () => {
  it.each([
    ['photo.png', 'photo.png'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['a<b>c:d"e/f\\g|h?i*j\u0000k', 'a_b_c_d_e_f_g_h_i_j_k'],
    ['e\u0301.txt', 'é.txt'],
    ['name. . ', 'name'],
    ['..', 'blob'],
    ['', 'blob'],
    ['x'.repeat(300), 'x'.repeat(255)],
    ['ü'.repeat(200), 'ü'.repeat(127)],
  ])('%j becomes %j', (filename, expected) => {
    expect(safeFileName(filename)).toBe(expected)
  })
})
