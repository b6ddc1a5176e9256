# Makes a story of what `spin -t -p -g -l` prints: which process changes what, in which line of the model. What a process
# only forgets is left out, and so are the details of requests.

function tell(text) {
	printf "%-14s %4d  %s\n", who, line, text
}

/START OF CYCLE/ {
	print "from here on for ever:"
}

/^ *[0-9]+:\tproc/ {
	who = $4
	gsub(/[(]|:.*/, "", who)
	who = who " " $3
	match($0, /pml:[0-9]+/)
	line = substr($0, RSTART + 4, RLENGTH - 4)
	# Fields are not among the variables that are printed.
	match($0, /\[.*\]$/)
	statement = substr($0, RSTART + 1, RLENGTH - 2)
	if (statement ~ /^record\.[^ ]+ = [^0]/ || statement ~ /^record\.i = 0/ ||
			statement ~ /^(live|stale)(\[l\])?\.(n|value) = [^0]/ || statement ~ /^(live|stale)[^ ]*\.n = 0/) {
		tell(statement)
	}
}

/^\t\t[^ ]+ = / {
	name = $1
	is_local = sub(/^.*:/, "", name)
	key = is_local ? who name : name
	if (value[key] + 0 "" != $3 "" && value[key] != $3) {
		value[key] = $3
		if (name !~ /\.|^(b|v|seen)_|^(k|w|c)$/ && !(is_local && $3 == 0)) {
			tell(name " = " $3)
		}
	}
}
