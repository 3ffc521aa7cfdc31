import { testGroup } from './group.js'

testGroup('body-books')
