import { testGroup } from './group.js'

testGroup('floating')
