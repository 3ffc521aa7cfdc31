import { testGroup } from './group.js'

testGroup('kass-miller')
